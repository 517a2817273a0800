/** Frames that each pending promise keeps for the call stack in the Web UI: with ten, most of what a waiting case costs. */
Error.stackTraceLimit = 5;

import type { Stack } from './run-stack';
import type { StackOptions } from './stack-options';
export async function runDemo(_stack: Stack, _options: StackOptions): Promise<number> {
  return 0;
}

import type { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptors } from '@temporalio/worker';
import { INVALID_INPUT, OUTCOME_UNKNOWN } from '../../domain/wire/failure-types';
import { reasonUnreadable, reasonUnreadableAmong } from '../../domain/wire/unreadable-payload';

/** Carries out no activity whose input a worker could not read, or whose earlier attempt told what it cannot read. */
export const refuseUnreadable = ({ info }: Context): ActivityInterceptors => ({
  inbound: {
    async execute(input, next) {
      const reason = reasonUnreadableAmong(input.args);
      if (reason !== undefined)
        throw refused(`The input of the activity was refused: ${reason}`, INVALID_INPUT);
      const told = reasonUnreadable((info as { heartbeatDetails?: unknown }).heartbeatDetails);
      if (told !== undefined)
        throw refused(`What an earlier attempt told was refused: ${told}`, OUTCOME_UNKNOWN);
      return next(input);
    },
  },
});

const refused = (message: string, type: string) => ApplicationFailure.nonRetryable(`${message}.`, type);

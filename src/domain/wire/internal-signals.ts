import { chunkControlSignal, chunkReportSignal } from '../batch/chunk-messages';
import {
  enrolmentAttentionSignal,
  enrolmentSettledSignal,
  joinEnrolmentSignal,
  stalledSignal,
  unknownWordSignal,
} from './messages';

const INTERNAL: ReadonlySet<string> = new Set(
  [
    chunkControlSignal,
    chunkReportSignal,
    enrolmentAttentionSignal,
    enrolmentSettledSignal,
    joinEnrolmentSignal,
    stalledSignal,
    unknownWordSignal,
  ].map(({ name }) => name),
);

/** Whether only workers send the signal: one case to another, or an activity to its case. */
export const isInternalSignal = (name: string): boolean => INTERNAL.has(name);

import { Badge, type Tone } from './frames';

interface StageBadgeProps {
  readonly title: string;
  readonly stage: string;
  readonly ended: boolean;
  readonly needsPerson: boolean;
}

/** Successful ends. */
const GOOD = ['DISBURSED', 'CLOSED', 'VERIFIED', 'SUCCESS', 'DONE', 'AGREED', 'SET'];
/** Ends that are neither good nor bad. */
const NEUTRAL = ['RESOLVED', 'WITHDRAWN', 'CANCELLED', 'OFFER_DECLINED', 'OFFER_EXPIRED'];

const toneOf = ({ stage, ended, needsPerson }: Omit<StageBadgeProps, 'title'>): Tone => {
  if (!ended) return needsPerson ? 'attention' : 'info';
  if (GOOD.includes(stage)) return 'good';
  return NEUTRAL.includes(stage) ? 'plain' : 'danger';
};

/** The stage of a case, in colour and in words. */
export const StageBadge = ({ title, ...state }: StageBadgeProps) => (
  <Badge tone={toneOf(state)} wraps>
    {title}
  </Badge>
);

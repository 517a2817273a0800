import { texts } from '../../texts';
import { STEPS, type StepName } from './steps';

const { starts: words } = texts;

interface StepLineProps {
  readonly current: StepName;
  readonly onStep: (step: StepName) => void;
}

/** The steps of the form, which of them is open. */
export const StepLine = ({ current, onStep }: StepLineProps) => (
  <nav className="tabs" aria-label={words.steps}>
    {STEPS.map((step, place) => (
      <button
        key={step}
        type="button"
        aria-current={step === current ? 'step' : undefined}
        onClick={() => onStep(step)}
      >
        {place + 1} {words.loanSteps[step]}
      </button>
    ))}
  </nav>
);

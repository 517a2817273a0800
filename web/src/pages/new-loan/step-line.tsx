import { STEP_NAMES, STEPS, type StepName } from './steps';

interface StepLineProps {
  readonly current: StepName;
  readonly onStep: (step: StepName) => void;
}

/** The steps of the form, which of them is open. */
export const StepLine = ({ current, onStep }: StepLineProps) => (
  <nav className="tabs" aria-label="Steps">
    {STEPS.map((step, place) => (
      <button
        key={step}
        type="button"
        aria-current={step === current ? 'step' : undefined}
        onClick={() => onStep(step)}
      >
        {place + 1} {STEP_NAMES[step]}
      </button>
    ))}
  </nav>
);

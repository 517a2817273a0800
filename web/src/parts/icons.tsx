import type { ReactNode } from 'react';

const paths = {
  queue: 'M4 6h16M4 12h16M4 18h10',
  approvals: 'M9 12l2 2 4-4M12 3l7 3v6c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6z',
  payouts: 'M3 7h13l-3-3M21 17H8l3 3',
  repayments: 'M7 3v3M17 3v3M4 9h16M5 5h14a1 1 0 011 1v13a1 1 0 01-1 1H5a1 1 0 01-1-1V6a1 1 0 011-1zM8 14h3',
  reconciliation: 'M12 4v16M5 8h14M5 8l-2.5 6h5zM19 8l-2.5 6h5zM8 20h8',
  health: 'M3 12h4l2.5-6 4 12 2.5-6h5',
  newLoan: 'M12 5v14M5 12h14',
  given: 'M4 12h12M11 7l5 5-5 5M20 5v14',
  audit: 'M7 3h7l4 4v14H7zM14 3v5h4M10 12h5M10 16h5',
  people: 'M9 11a4 4 0 100-8 4 4 0 000 8zM2 21a7 7 0 0114 0M16 3.5a4 4 0 010 7M18.5 15a7 7 0 013.5 6',
  endpoints: 'M4 12h9M9 8l4 4-4 4M15 4h5v16h-5',
  search: 'M10.5 17a6.5 6.5 0 110-13 6.5 6.5 0 010 13zM20 20l-4.8-4.8',
  menu: 'M4 7h16M4 12h16M4 17h16',
  sun: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3L19 19M19 5l-1.7 1.7M6.7 17.3L5 19',
  moon: 'M20 14.5A8.5 8.5 0 119.5 4a7 7 0 0010.5 10.5z',
  upload: 'M12 16V5M7.5 9.5L12 5l4.5 4.5M4 19h16',
  done: 'M5 12.5l4.5 4.5L19 7.5',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17.2v.3',
  broken: 'M4 6h16v12H4zM8 10l3 3-3 3M13 16h4',
  empty: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1.5 3h3L15 13h5',
} as const;

export type IconName = keyof typeof paths;

/** A line drawing beside words that say the same, so screen readers skip it. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}

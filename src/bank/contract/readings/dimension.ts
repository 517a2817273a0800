/** One thing that the interface document leaves open. */
export interface Dimension {
  readonly about: string;
  /** What a service may mean by it, by name. The first is the usual one. */
  readonly readings: Readonly<Record<string, string>>;
}

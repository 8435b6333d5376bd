/**
 * The time that a job may work for one endpoint before it lets others have the slot. An endpoint
 * that took longer for its last attempt is slow: its jobs share a few slots with those of others.
 */
const budgetMilliseconds = 1000

export interface TimeBudget {
  isOver(): boolean
}

export function startTimeBudget(): TimeBudget {
  const endsAt = performance.now() + budgetMilliseconds
  return { isOver: () => performance.now() >= endsAt }
}

export const isSlow = (durationMilliseconds: number): boolean =>
  durationMilliseconds >= budgetMilliseconds

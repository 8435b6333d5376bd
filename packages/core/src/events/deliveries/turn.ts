/**
 * The time that a job may work for one endpoint before it lets others have the slot. An endpoint
 * that took longer for its last attempt is slow: its jobs share a few slots with those of others.
 */
const turnMilliseconds = 1000

export interface Turn {
  isOver(): boolean
}

export function beginTurn(): Turn {
  const endsAt = performance.now() + turnMilliseconds
  return { isOver: () => performance.now() >= endsAt }
}

export const isSlow = (durationMilliseconds: number): boolean =>
  durationMilliseconds >= turnMilliseconds

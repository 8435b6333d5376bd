import type { EpochMinute, Span } from './spans.ts'

/**
 * When a service with these phases (minutes of work, wait, work, ...) keeps its professional busy
 * (D34).
 */
export function workingSpans(start: EpochMinute, phases: readonly number[]): Span[] {
  const spans: Span[] = []
  let end = start
  for (const [index, minutes] of phases.entries()) {
    const from = end
    end += minutes
    if (index % 2 === 0) spans.push({ start: from, end })
  }
  return spans
}

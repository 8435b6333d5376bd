import type { EpochDay } from './days.ts'
import type { EpochMinute, LocalSpan, SpanList } from './spans.ts'
import type { Zone } from './zones.ts'

/**
 * Spans of a day as instants. Two spans become one when the clocks skip the time between them; a
 * span that they skip becomes empty.
 */
export function instantsOf(zone: Zone, day: EpochDay, spans: readonly LocalSpan[]): SpanList {
  const instants: EpochMinute[] = []
  for (const { startMinute, endMinute } of spans) {
    const start = zone.toEdge(day, startMinute)
    const end = zone.toEdge(day, endMinute)
    if (instants.at(-1) === start) instants[instants.length - 1] = end
    else instants.push(start, end)
  }
  return instants
}

/** The same for a day on which the clocks do not change, from the instant of its midnight. */
export function instantsFrom(midnight: EpochMinute, spans: readonly LocalSpan[]): SpanList {
  const instants: EpochMinute[] = []
  for (const { startMinute, endMinute } of spans)
    instants.push(midnight + startMinute, midnight + endMinute)
  return instants
}

/** Minutes since 1970-01-01T00:00Z: an instant. */
export type EpochMinute = number

/** Wall-clock minutes of one day, from local midnight, 0 to 1440; the end is exclusive. */
export interface LocalSpan {
  startMinute: number
  endMinute: number
}

/** A span of real time; the end is exclusive. */
export interface Span {
  start: EpochMinute
  end: EpochMinute
}

/**
 * Sorted, disjoint spans of real time in one list: start, end, start, end. A month of a salon has
 * thousands of them; an object for each would cost more than the computation.
 */
export type SpanList = readonly EpochMinute[]

/** The same minutes as sorted, disjoint spans: overlapping and adjacent spans become one. */
export function union(spans: readonly LocalSpan[]): LocalSpan[] {
  const result: LocalSpan[] = []
  for (const span of spans.filter(isNotEmpty).sort((a, b) => a.startMinute - b.startMinute)) {
    const last = result.at(-1)
    if (last === undefined || span.startMinute > last.endMinute) result.push({ ...span })
    else last.endMinute = Math.max(last.endMinute, span.endMinute)
  }
  return result
}

/** The intersection of two lists of sorted, disjoint spans, in the same form. */
export function intersect(left: readonly LocalSpan[], right: readonly LocalSpan[]): LocalSpan[] {
  const result: LocalSpan[] = []
  for (const a of left) {
    for (const b of right) {
      const startMinute = Math.max(a.startMinute, b.startMinute)
      const endMinute = Math.min(a.endMinute, b.endMinute)
      if (startMinute < endMinute) result.push({ startMinute, endMinute })
    }
  }
  return result
}

/** Sorted, disjoint spans without the minutes of `hole`, in the same form. */
export function subtract(spans: readonly LocalSpan[], hole: LocalSpan): LocalSpan[] {
  if (!isNotEmpty(hole)) return [...spans]
  return spans.flatMap((span) =>
    [
      { startMinute: span.startMinute, endMinute: Math.min(span.endMinute, hole.startMinute) },
      { startMinute: Math.max(span.startMinute, hole.endMinute), endMinute: span.endMinute },
    ].filter(isNotEmpty),
  )
}

/** Whether one of the spans contains all of start..end. */
export function contains(spans: SpanList, start: EpochMinute, end: EpochMinute): boolean {
  for (let i = 0; i < spans.length; i += 2) {
    if ((spans[i] as number) <= start && end <= (spans[i + 1] as number)) return true
  }
  return false
}

/** The spans that have a minute of start..end, whole. */
export function overlapping(spans: SpanList, start: EpochMinute, end: EpochMinute): SpanList {
  const first = searchEndingFrom(spans, start + 1)
  let last = first
  while (last < spans.length && (spans[last] as number) < end) last += 2
  return spans.slice(first, last)
}

/** The index of the first span, at or after `index`, that ends at `end` or later. */
export function firstEndingFrom(spans: SpanList, end: EpochMinute, index: number): number {
  while (index < spans.length && (spans[index + 1] as number) < end) index += 2
  return index
}

/** The same from the first span on, by binary search. */
export function searchEndingFrom(spans: SpanList, end: EpochMinute): number {
  let low = 0
  let high = spans.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[2 * middle + 1] as number) < end) low = middle + 1
    else high = middle
  }
  return 2 * low
}

function isNotEmpty(span: LocalSpan): boolean {
  return span.startMinute < span.endMinute
}

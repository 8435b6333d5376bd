/** An answer as JSON can keep it: moments are marked, so that they come back as moments. */
export function serializeResponse(answer: unknown): unknown {
  if (answer instanceof Date) return { [momentMark]: answer.toISOString() }
  if (Array.isArray(answer)) return answer.map(serializeResponse)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, serializeResponse(value)]),
  )
}

/** The answer as it was before it was kept. */
export function deserializeResponse<T>(kept: unknown): T {
  return revived(kept) as T
}

const momentMark = '$moment'

function revived(kept: unknown): unknown {
  if (Array.isArray(kept)) return kept.map(revived)
  if (typeof kept !== 'object' || kept === null) return kept
  const moment = (kept as Record<string, unknown>)[momentMark]
  if (typeof moment === 'string') return new Date(moment)
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, revived(value)]))
}

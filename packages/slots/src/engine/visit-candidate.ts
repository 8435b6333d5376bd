import type { EpochMinute } from '../spans.ts'
import { minutesPerDay } from '../times.ts'
import { lengthOf, type ServiceTerms } from './visit-plan.ts'

/** A possible way to carry out a visit at a start: who does each service, and what that takes. */
export interface VisitCandidate {
  start: EpochMinute
  /** Without the buffer of the last service. */
  end: EpochMinute
  lines: VisitCandidateLine[]
  /** By resource and start. No two claims of one resource overlap, and none is longer than a day. */
  claims: ResourceClaim[]
}

export interface VisitCandidateLine {
  professionalId: number
  start: EpochMinute
  end: EpochMinute
  phases: readonly number[]
  /** As applied: it ends where the same professional's next service of the visit begins. */
  bufferMinutes: number
  /** Of each needed resource type the unit that is used. */
  unitIds: readonly number[]
}

export interface ResourceClaim {
  resourceId: number
  start: EpochMinute
  end: EpochMinute
}

/** The terms that are chosen for a line, and its units. */
export interface ChosenTerms {
  terms: ServiceTerms
  unitIds: readonly number[]
}

export function visitCandidate(start: EpochMinute, chosen: readonly ChosenTerms[]): VisitCandidate {
  let end = start
  const lines = chosen.map(({ terms, unitIds }): VisitCandidateLine => {
    const from = end
    end += lengthOf(terms)
    const { professionalId, phases, bufferMinutes } = terms
    return { professionalId, start: from, end, phases, bufferMinutes, unitIds }
  })
  for (const [index, line] of lines.entries()) {
    const next = lines.slice(index + 1).find((one) => one.professionalId === line.professionalId)
    if (next) line.bufferMinutes = Math.min(line.bufferMinutes, next.start - line.end)
  }
  return { start, end, lines, claims: merged(lines.flatMap(claimsOfLine)) }
}

function claimsOfLine(line: VisitCandidateLine): ResourceClaim[] {
  const { professionalId, start, end, unitIds } = line
  const claims: ResourceClaim[] = []
  let at = start
  for (const [index, minutes] of line.phases.entries()) {
    if (index % 2 === 0) claims.push({ resourceId: professionalId, start: at, end: at + minutes })
    at += minutes
  }
  for (const resourceId of unitIds) claims.push({ resourceId, start, end })
  if (line.bufferMinutes > 0) {
    for (const resourceId of [professionalId, ...unitIds])
      claims.push({ resourceId, start: end, end: end + line.bufferMinutes })
  }
  return claims
}

/** Adjacent claims of one resource become one, unless it were longer than a day. */
function merged(claims: ResourceClaim[]): ResourceClaim[] {
  const result: ResourceClaim[] = []
  for (const claim of claims.sort((a, b) => a.resourceId - b.resourceId || a.start - b.start)) {
    const last = result.at(-1)
    if (
      last?.resourceId === claim.resourceId &&
      last.end === claim.start &&
      claim.end - last.start <= minutesPerDay
    )
      last.end = claim.end
    else result.push({ ...claim })
  }
  return result
}

import type { ParseContext } from './values.ts'
import type { Path } from './yaml-document.ts'

/**
 * `[work 20, wait 35, work 15]` as minutes (D34). The schema has checked the form of each phase;
 * reported are phases that do not alternate, that are too short, and a sum that is not the duration.
 */
export function parsePhases(
  input: readonly string[],
  durationMinutes: number,
  path: Path,
  context: ParseContext,
): number[] {
  const phases = input.map((text) => {
    const [kind, minutes] = text.split(' ')
    return { kind, minutes: Number(minutes) }
  })
  for (const [index, { kind, minutes }] of phases.entries()) {
    const expected = index % 2 === 0 ? 'work' : 'wait'
    if (kind !== expected)
      context.addProblem(
        [...path, index],
        `must be ${expected}: the phases alternate work and wait, and begin with work`,
      )
    else if (minutes < shortestPhase)
      context.addProblem([...path, index], `must be at least ${shortestPhase} minutes`)
  }
  if (phases.at(-1)?.kind === 'wait') context.addProblem(path, 'the last phase must be work')
  const total = phases.reduce((sum, { minutes }) => sum + minutes, 0)
  if (total !== durationMinutes)
    context.addProblem(
      path,
      `the phases take ${total} minutes, but the duration is ${durationMinutes}`,
    )
  return phases.map(({ minutes }) => minutes)
}

const shortestPhase = 5

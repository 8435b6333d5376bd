import type { Candidate, StartOutcome } from '../../unit/slots/minute-model.ts'
import type { Model, ModelPart } from '../model/model.ts'
import type { Simulation } from '../simulation.ts'

/** The candidate that the product has chosen, if it is one of those that are free. */
export const assignedCandidate = (
  { model, salon }: Simulation,
  start: StartOutcome & { kind: 'placed' },
  data: { servicios: { profesional: { id: number } }[] },
): Candidate | undefined => {
  const ids = model.plan.professionals.map(({ name }) => salon.id(name))
  const people = data.servicios.map(({ profesional }) => ids.indexOf(profesional.id)).join()
  return start.free.find(({ terms }) => terms.map(({ who }) => who).join() === people)
}

/** When each professional of a candidate works. */
export function partsOf({ plan }: Model, start: number, { terms }: Candidate): ModelPart[] {
  const parts: ModelPart[] = []
  let at = start
  for (const { who, phases } of terms) {
    const end = at + (phases[0] ?? 0)
    const professional = plan.professionals[who]?.name ?? ''
    const last = parts.at(-1)
    if (last?.professional === professional) last.end = end
    else parts.push({ professional, start: at, end })
    at = end
  }
  return parts
}

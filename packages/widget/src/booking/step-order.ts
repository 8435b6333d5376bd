import type { Screen } from './screen.ts'
import { type BookingState, type StepName, steps } from './state.ts'
import { eligibleProfessionals } from './visit.ts'

/** The steps that this visit goes through, in order. */
export function shownSteps(
  screen: Screen,
  state: BookingState,
  hasFixedProfessional: boolean,
): StepName[] {
  const hasChoiceOfPeople = !hasFixedProfessional && eligibleProfessionals(screen, state).length > 1
  const isPaidNow = state.step === 'payment' || state.booking?.pago_pendiente === true
  return steps.filter(
    (step) =>
      (step !== 'professional' || hasChoiceOfPeople || state.serviceIds.length === 0) &&
      (step !== 'payment' || isPaidNow),
  )
}

export const isBefore = (step: StepName, other: StepName): boolean =>
  steps.indexOf(step) < steps.indexOf(other)

/** What the attributes of the element choose; what the salon does not offer is left out. */
export function startingChoice(
  screen: Screen,
  service: string | null,
  professional: string | null,
): Partial<BookingState> {
  const ids = (service ?? '').split(',').map(Number)
  const person = screen.peluqueros.find(({ id }) => id === Number(professional))
  const professionalId = person?.id ?? 0
  const offered = person?.servicios_ids ?? screen.servicios.map(({ id }) => id)
  const serviceIds = screen.servicios
    .map(({ id }) => id)
    .filter((id) => ids.includes(id) && offered.includes(id))
  const choice = { serviceIds, professionalId }
  if (serviceIds.length === 0) return choice
  const hasChoiceOfPeople = !professionalId && eligibleProfessionals(screen, choice).length > 1
  return { ...choice, step: hasChoiceOfPeople ? 'professional' : 'time' }
}

import type { Screen } from './screen.ts'
import { type BookingState, type StepName, steps } from './state.ts'
import { hasChoiceOfPeople, totalsOf } from './visit.ts'

/** The steps that this visit goes through, in order. */
export function shownSteps(
  screen: Screen,
  state: BookingState,
  hasFixedProfessional: boolean,
): StepName[] {
  const hasChoice = !hasFixedProfessional && hasChoiceOfPeople(screen, state)
  const isEmpty = state.serviceIds.length === 0
  const price = state.booking?.total_centimos ?? totalsOf(screen, state).price
  const isPaid = screen.negocio.configuracion.acepta_pagos_online && (price > 0 || isEmpty)
  return steps.filter(
    (step) => (step !== 'professional' || hasChoice) && (step !== 'payment' || isPaid),
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
  const hasChoice = !professionalId && hasChoiceOfPeople(screen, choice)
  return { ...choice, step: hasChoice ? 'professional' : 'time' }
}

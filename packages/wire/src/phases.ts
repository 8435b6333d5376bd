import type { Static } from 'typebox'
import { closed, count, oneOf } from './schema.ts'

export const PhaseWire = closed(
  {
    tipo: oneOf(
      ['trabajo', 'espera'],
      '`trabajo`: the professional is busy; `espera`: they are free for others, the customer waits',
    ),
    minutos: count('Length in minutes'),
  },
  { $id: 'Fase', description: 'A part of a service' },
)

/** Minutes that alternate work, wait, work, ... (D34). */
export const serializePhases = (phases: readonly number[]): Static<typeof PhaseWire>[] =>
  phases.map((minutes, index) => ({
    tipo: index % 2 === 0 ? 'trabajo' : 'espera',
    minutos: minutes,
  }))

import type { MissingFact, Onboarding } from '@silla/core'
import { missingFacts } from '@silla/core'
import { type Static, Type } from 'typebox'
import { closed, nullable, oneOf, text, timestamp } from './schema.ts'

// How far the salon has come with its account at the card processor (D53).

const stateWords = {
  ready: 'lista',
  pending: 'en_revision',
  incomplete: 'incompleta',
  unsupported: 'no_admitida',
} as const satisfies Record<Onboarding['state'], string>

const factWords = {
  company: 'empresa',
  person: 'responsable',
  document: 'documento',
  activity: 'actividad',
  bank: 'banco',
  terms: 'condiciones',
  other: 'otros',
} as const satisfies Record<MissingFact, string>

export const OnboardingWire = closed(
  {
    cuenta: nullable(text('The account at the processor; null: the platform has connected none')),
    estado: oneOf(
      ['sin_cuenta', ...Object.values(stateWords)],
      '`lista`: it may charge cards; `en_revision`: the processor verifies what was entered; `incompleta`: the salon has to enter something; `no_admitida`: the processor takes no cards for it',
    ),
    faltan: Type.Array(
      oneOf(
        missingFacts.map((fact) => factWords[fact]),
        'One of them',
      ),
      {
        description: 'What the salon has to enter; also empty when that is not known',
      },
    ),
    actualizada: Type.Boolean({
      description:
        'The processor has just reported it; otherwise it does not answer, and this is older',
    }),
    comprobada_en: nullable(timestamp('When the processor reported it; null without an account')),
  },
  {
    $id: 'CuentaPagos',
    description: "The salon's account at the card processor",
    examples: [
      {
        cuenta: 'acct_1AbCdEfGhIjKlMnO',
        estado: 'incompleta',
        faltan: ['banco', 'condiciones'],
        actualizada: true,
        comprobada_en: '2030-03-04T09:00:00.000Z',
      },
    ],
  },
)

export const OnboardingLinkWire = closed(
  { url: text('Where the owner goes on: it works once, and for a few minutes') },
  { $id: 'EnlacePagos', description: "A link to the card processor's onboarding" },
)

export const onboardingComponents = [OnboardingWire, OnboardingLinkWire]

/** @param onboarding null: the salon has no account */
export const serializeOnboarding = (
  onboarding: Onboarding | null,
): Static<typeof OnboardingWire> =>
  onboarding === null
    ? { cuenta: null, estado: 'sin_cuenta', faltan: [], actualizada: true, comprobada_en: null }
    : {
        cuenta: onboarding.account,
        estado: stateWords[onboarding.state],
        faltan: onboarding.missing.map((fact) => factWords[fact]),
        actualizada: onboarding.isCurrent,
        comprobada_en: onboarding.checkedAt.toISOString(),
      }

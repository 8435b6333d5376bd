import { continueAsOwner, readOnboarding } from '@silla/core'
import { OnboardingLinkWire, OnboardingWire, serializeOnboarding } from '@silla/wire'
import { noBody } from './no-body.ts'
import { operation } from './operation.ts'
import { one } from './results.ts'

const tag = 'Settings'
const path = '/ajustes/pagos/'

/** The salon's account at the card processor, and how its owner completes it (D53). */
export const settingsPaymentOperations = [
  operation({
    name: 'ajustes.pagos.ver',
    tag,
    summary: 'Get the account for card payments',
    description:
      'Whether the salon may charge cards, and what is missing. It is read from the card processor now, and `acepta_pagos_online` of the business follows it.',
    rest: { method: 'GET', path },
    graphql: { field: 'ajustes_pagos' },
    access: 'settings.business',
    result: one(OnboardingWire),
    errors: {},
    weight: 'none',
    run: (context) => readOnboarding(context, context.options.processors),
    respond: serializeOnboarding,
  }),

  operation({
    name: 'ajustes.pagos.continuar',
    tag,
    summary: 'Continue at the card processor',
    description:
      'Returns a link at which an owner enters what is missing. The processor returns to the settings of the agenda.',
    rest: { method: 'POST', path: `${path}continuar/` },
    graphql: { field: 'continuar_pagos' },
    access: 'ownerWithPasskey',
    audit: 'payments.continue',
    body: noBody,
    result: one(OnboardingLinkWire),
    errors: {
      PROCESSOR_NOT_CONFIGURED:
        'the salon has no account, or has revoked the access of the platform to it',
      PROCESSOR_UNAVAILABLE: 'the processor does not answer; trying again is safe',
    },
    limit: 'intent',
    weight: 'none',
    run: (context) =>
      continueAsOwner(context, context.options.processors, context.options.staffUrl),
    respond: (url) => ({ url }),
  }),
]

import type { CardAcceptance } from '@silla/core'
import { writeCardPolicy } from '@silla/wire'
import type { OperationContext } from './operation.ts'

/** That the caller accepts the terms of a card, which they have read in the language of the request (D50). */
export const acceptanceOf = (
  { locale, clientAddress }: Pick<OperationContext, 'locale' | 'clientAddress'>,
  version: string | null,
): CardAcceptance => ({
  version,
  ...{ language: locale.message, write: writeCardPolicy },
  clientAddress: clientAddress(),
})

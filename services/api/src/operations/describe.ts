import { accessRule } from './access.ts'
import type { Operation } from './operation.ts'

/** What an operation does and who may call it, in sentences. */
export const describeOperation = ({ description, access }: Operation): string =>
  [description, accessRule(access).sentence].filter((sentence) => sentence !== '').join(' ')

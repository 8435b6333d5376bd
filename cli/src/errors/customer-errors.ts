import { Refusal } from '@silla/errors'
import { CliError } from './report-error.ts'

/** Says in an error BALANCE_TOO_LOW how many points there are. */
export async function explainLowBalance<T>(
  { named, points }: { named: string; points: number },
  work: Promise<T>,
): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'BALANCE_TOO_LOW') throw error
    throw new CliError(
      `${named} holds ${error.extra?.balance} points and cannot lose ${-points}.`,
      { code: error.code },
    )
  })
}

/** Says why two customers cannot be merged. */
export async function explainMerge<T>(
  { targetId, sourceId }: { targetId: number; sourceId: number },
  work: Promise<T>,
): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    const sentence = mergeRefusals[error.code]?.(targetId, sourceId)
    if (sentence === undefined) throw error
    throw new CliError(sentence, { code: error.code })
  })
}

const mergeRefusals: {
  readonly [code in Refusal['code']]?: (targetId: number, sourceId: number) => string
} = {
  ACCOUNT_NOT_MERGEABLE: (targetId, sourceId) =>
    `Customer ${sourceId} signs in with an account. Merge ${targetId} into ${sourceId}; two customers ` +
    'with accounts cannot be merged.',
  MERGE_PAYMENT_OPEN: (targetId, sourceId) =>
    `Customers ${targetId} and ${sourceId} have an unfinished payment of the same points package. ` +
    'Merge them once one has ended.',
}

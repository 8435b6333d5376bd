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

import { healthQueries, type Sql } from '@silla/db'
import type { Clock } from '../clock.ts'
import { type CheckResult, ok, problem } from './check-result.ts'

/** Whether a move to another deployment was left unfinished (decision 0089): the salon may be closed, and its jobs parked. */
export async function checkMoves(admin: Sql, clock: Clock): Promise<CheckResult> {
  const yesterday = new Date(clock.now().getTime() - 24 * 3_600_000)
  const moves = await healthQueries.listUnfinishedMoves(admin, yesterday)
  return moves.length === 0
    ? ok('moves', 'movesFinished', {})
    : problem('moves', 'movesUnfinished', { moves: [...moves] })
}

import { systemClock } from '@silla/core/clock'
import { checkAccounts } from '@silla/core/health/check-accounts'
import { checkCoverage } from '@silla/core/health/check-coverage'
import { checkData } from '@silla/core/health/check-data'
import { checkPages } from '@silla/core/health/check-pages'
import { checkedBusinesses } from '@silla/core/health/checked-businesses'
import type { Sql } from '@silla/db'
import { dataFindingOf } from './data-messages.ts'
import type { Finding } from './finding.ts'
import { findingOf } from './messages.ts'

/** The checks of the data of one salon, of which all rows are read. */
export async function checkSalon(admin: Sql, slug: string): Promise<Finding[]> {
  const checked = await checkedBusinesses(admin, systemClock, { full: true, only: slug })
  return [
    ...checkAccounts(checked).map(findingOf),
    findingOf(checkPages(checked)),
    findingOf(checkCoverage(checked)),
    ...checkData(checked).map(dataFindingOf),
  ]
}

import { operatorContext, type RequestContext } from '@silla/core'
import { openDatabase } from '@silla/db'
import { atEnd, onePerFile } from './at-end.ts'
import { testDatabase } from './database.ts'
import type { TestSalon } from './salon.ts'

/** The context of platform staff acting for a salon, as a command creates it, with the test clock. */
export async function staffOf(
  { slug, clock }: TestSalon,
  action = 'test.try',
): Promise<RequestContext> {
  const { admin } = await testDatabase()
  return operatorContext({ admin, database: await database(), clock }, slug, { action, detail: {} })
}

const database = onePerFile(async () => {
  const { urls } = await testDatabase()
  const opened = openDatabase({ url: urls.cli, name: 'silla-test-staff' })
  atEnd(() => opened.close())
  return opened
})

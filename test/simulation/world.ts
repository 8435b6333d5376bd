import { openTenants, type Tenants } from '@silla/core'
import { type JobTasks, openDatabase, openListener, type Sql } from '@silla/db'
import { createTasks, openMailer } from '@silla/worker'
import { type TestApi, testApi } from '../support/api.ts'
import { atEnd, onePerFile } from '../support/at-end.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { patientLimits } from '../support/in-time.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { testProcessors } from '../support/processor.ts'
import { testServer } from '../support/test-server.ts'

/** The product: the real API and the worker's real tasks in this process, on one database. */
export interface World {
  api: TestApi
  database: TestDatabase
  tasks: JobTasks
  tenants: Tenants
  /** As silla_worker, to take jobs from the outbox. */
  outbox: Sql
  /** On a cluster the jobs of a salon wait on its node before they are in the outbox. */
  isCluster: boolean
}

/** One for many salons, so that a seed costs no start. */
export const openWorld = onePerFile(async (): Promise<World> => {
  const database = await testDatabase()
  const api = await testApi()
  const worker = openDatabase({ url: database.urls.worker, name: 'silla-test-worker' })
  const notices = await openListener(database.urls.listen)
  const mailer = openMailer({ smtpUrl: null, from: 'citas@silla.example' }, { publicUrl: null })
  const tenants: Tenants = openTenants({
    ...{ database: worker, notices, clock: api.clock },
    limits: patientLimits,
  })
  atEnd(async () => {
    mailer.close()
    await Promise.all([worker.close(), notices.close()])
  })
  const tasks = createTasks({
    limitsMails: false,
    tenants,
    clock: api.clock,
    mailer,
    processors: testProcessors,
    publicUrl: null,
    registry: worker.queryPool,
    log: { warn() {} },
  })
  const isCluster = testServer().nodeUrls.length > 0
  return { api, database, tasks, tenants, outbox: await jobsDatabase(), isCluster }
})

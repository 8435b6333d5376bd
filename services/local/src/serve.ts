import { createWriteStream } from 'node:fs'
import { type ApiSettings, type OperationSettings, startApi } from '@silla/api'
import type { ServedFigures } from '@silla/core'
import { type DatabaseUrls, openPool } from '@silla/db'
import type { FastifyInstance } from 'fastify'
import { host, portProblem } from './choose-port.ts'
import { addDemoImages } from './demo-images.ts'
import { addDevMail } from './dev-mail.ts'

/** Starts the API in this process and gives its address. Its log goes to a file: the terminal is for people. */
export async function serve(
  { urls, port, logFile, secrets, operations, figures }: ServeParts,
  running: AsyncDisposableStack,
): Promise<string> {
  const log = createWriteStream(logFile, { flags: 'w' })
  running.defer(() => new Promise((resolve) => log.end(resolve)))
  const admin = openPool({ url: urls.cli, max: 1, name: 'silla-dev-mail' })
  running.defer(() => admin.end({ timeout: 1 }))
  const settings = {
    port,
    host,
    databaseUrl: urls.api,
    listenDatabaseUrl: urls.listen,
    assetsBaseUrl: `http://${host}:${port}`,
    logLevel: 'info',
    ...secrets,
    ...operations,
    production: false,
  }
  try {
    const api = await startApi(settings, { logTarget: log, addRoutes, figures })
    running.defer(() => api.stop())
    return api.url
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === 'listen') throw portProblem(port, error)
    throw error
  }

  function addRoutes(app: FastifyInstance) {
    addDemoImages(app)
    addDevMail(app, admin)
  }
}

interface ServeParts {
  urls: DatabaseUrls
  port: number
  logFile: string
  secrets: Pick<ApiSettings, 'signingKeys' | 'otpPepper'>
  operations: OperationSettings
  /** what else is counted in this process */
  figures: ServedFigures
}

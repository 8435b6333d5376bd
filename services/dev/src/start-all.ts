import module from 'node:module'
import { SetupError } from '@silla/db'
import { startTracing } from '@silla/tracing'
import { openJobMetrics } from '@silla/worker'
import { banner, firstStartBanner } from './banner.ts'
import type { DataFolderClaim } from './claim-data-folder.ts'
import type { DevSettings } from './config.ts'
import { readDemoFile, writeDemoFile } from './demo-file.ts'
import { runApi } from './run-api.ts'
import { runWorker } from './run-worker.ts'
import { sampleBooking } from './sample-booking.ts'
import { seedDemo } from './seed-demo.ts'
import { connectMessaging, seedMessages } from './seed-messages.ts'
import { seedStripe } from './seed-stripe.ts'
import { setupDevDatabase } from './setup-database.ts'
import { setupMessaging } from './setup-messaging.ts'
import { setupProcessor } from './setup-processor.ts'
import { setupSecrets } from './setup-secrets.ts'
import { bookOnline } from './week/book-online.ts'
import { seedWeek } from './week/seed-week.ts'

/**
 * All steps of `npm start`, from an empty folder to a first booking. Everything that has to stop
 * with this process is added to `running`, which stops it in reverse order.
 *
 * @param claim of the data folder
 * @returns once everything runs; `crashed` resolves if the embedded server stops by itself
 * @throws SetupError with a message for the terminal
 */
export async function startAll(
  settings: DevSettings,
  claim: Pick<DataFolderClaim, 'setUrl'>,
  running: AsyncDisposableStack,
): Promise<{ crashed: Promise<SetupError> }> {
  const isFirstStart = settings.reset || readDemoFile(settings.dataDir) === null
  if (isFirstStart) console.log(firstStartBanner(settings))
  const { urls, crashed, checkpoint } = await setupDevDatabase(settings, running)
  const seeded = readDemoFile(settings.dataDir)?.businesses ?? []
  const businesses = await seedDemo(urls.cli, seeded)
  const added = businesses.filter(({ id }) => !seeded.some((business) => business.id === id))
  await seedWeek(urls.api, added)
  const secrets = setupSecrets(settings.dataDir, settings.secretsKeys)
  const processor = await setupProcessor(settings, secrets.secretsKeys, running)
  const messaging = await setupMessaging(settings.dataDir, running)
  const metrics = openJobMetrics({ isAlone: false })
  const tracing = await startTracing('silla').catch((error: Error) => {
    throw new SetupError(error.message)
  })
  running.defer(() => tracing?.close())
  const baseUrl = await runApi(
    {
      urls,
      port: settings.port,
      logFile: `${settings.dataDir}/api.log`,
      secrets,
      processor,
      messaging,
      operations: settings.operations,
      jobMetrics: metrics,
      businesses,
      tracing,
    },
    running,
  )
  await seedStripe(processor, {
    adminUrl: urls.cli,
    baseUrl,
    businesses,
    secretsKeys: secrets.secretsKeys,
  })
  const workerLog = `${settings.dataDir}/worker.log`
  await runWorker(
    {
      urls,
      logFile: workerLog,
      mail: settings.mail,
      processor: processor.settings,
      messageSenders: messaging.senders,
      secretsKeys: secrets.secretsKeys,
      publicUrl: baseUrl,
      staffUrl: `http://localhost:${new URL(baseUrl).port}`,
      metrics,
      tracing,
    },
    running,
  )
  const { fakeStripe } = processor
  // the demo is complete without them
  if (fakeStripe)
    await bookOnline(baseUrl, added, (intent) => void fakeStripe.pay(intent)).catch(
      (error: Error) => console.error(`Nothing was booked online: ${error.message}.`),
    )
  await connectMessaging(messaging.fake, baseUrl)
    .then(() => {
      const { account } = messaging.fake.whatsapp
      return seedMessages({ adminUrl: urls.cli, baseUrl, account, businesses: added })
    })
    .catch((error: Error) => console.error(`No demo messages: ${error.message}.`))
  // some 700 new files, which a stop would have to write within its two seconds
  if (isFirstStart) await checkpoint()
  claim.setUrl(baseUrl)
  const processorUrl = fakeStripe?.url ?? null
  writeDemoFile(settings.dataDir, { baseUrl, processorUrl, businesses })
  // On exit it would take seconds, the first time after an installation. It blocks the event loop as
  // long, for which the API sheds load: the requests for the sample booking are sent until it does not.
  module.flushCompileCache()
  const sample = await sampleBooking(baseUrl, businesses)
  console.log(banner({ settings, baseUrl, processorUrl, businesses, sample }))
  return { crashed }
}

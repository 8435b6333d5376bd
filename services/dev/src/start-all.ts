import type { SetupProblem } from '@silla/db'
import { openJobFigures } from '@silla/worker'
import { firstStart, welcome } from './banner.ts'
import { choosePort } from './choose-port.ts'
import { claimDataFolder } from './claim-data-folder.ts'
import type { LocalSettings } from './config.ts'
import { readDemoFile, writeDemoFile } from './demo-file.ts'
import { serve } from './run-api.ts'
import { work } from './run-worker.ts'
import { proposeBooking } from './sample-booking.ts'
import { seedDemo } from './seed-demo.ts'
import { connectDemo } from './seed-stripe.ts'
import { provideDatabase } from './setup-database.ts'
import { provideProcessor } from './setup-processor.ts'
import { provideSecrets } from './setup-secrets.ts'

/**
 * The story of `npm start`, from an empty folder to a chair that can be booked. Everything that must end with us is put on
 * `running`, which ends it in reverse order.
 *
 * @returns when everything runs: what tells that the database ended by itself
 * @throws SetupError with a sentence for whoever started it
 */
export async function runEverything(
  settings: LocalSettings,
  running: AsyncDisposableStack,
): Promise<{ crashed: Promise<SetupProblem> }> {
  const claim = running.use(claimDataFolder(settings))
  const port = await choosePort(settings.port)
  if (settings.reset || readDemoFile(settings.dataDir) === null) console.log(firstStart(settings))
  const { urls, crashed } = await provideDatabase(settings, running)
  const businesses = await seedDemo(urls.cli, readDemoFile(settings.dataDir)?.businesses ?? [])
  const secrets = provideSecrets(settings.dataDir, settings.secretsKey)
  const processor = await provideProcessor(settings, secrets.secretsKey, running)
  const figures = openJobFigures({ isAlone: false })
  const baseUrl = await serve(
    {
      urls,
      port,
      logFile: `${settings.dataDir}/api.log`,
      secrets,
      processor,
      businesses,
      operations: settings.operations,
      figures,
      consoleKey: businesses[0]?.publishableKey ?? '',
    },
    running,
  )
  await connectDemo(processor, { adminUrl: urls.cli, baseUrl, businesses, secretsKey: secrets.secretsKey })
  const workerLog = `${settings.dataDir}/worker.log`
  await work({ urls, logFile: workerLog, mail: settings.mail, processor: processor.settings, figures }, running)
  claim.tell(baseUrl)
  const processorUrl = processor.practice?.url ?? null
  writeDemoFile(settings.dataDir, { baseUrl, processorUrl, businesses })
  console.log(
    welcome({ settings, baseUrl, processorUrl, businesses, proposal: await proposeBooking(baseUrl, businesses) }),
  )
  return { crashed }
}

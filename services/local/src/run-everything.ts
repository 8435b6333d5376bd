import type { SetupProblem } from '@silla/db'
import { openJobFigures } from '@silla/worker'
import { choosePort } from './choose-port.ts'
import { claimDataFolder } from './claim-data-folder.ts'
import type { LocalSettings } from './config.ts'
import { readDemoFile, writeDemoFile } from './demo-file.ts'
import { proposeBooking } from './propose-booking.ts'
import { provideDatabase } from './provide-database.ts'
import { provideSecrets } from './provide-secrets.ts'
import { seedDemo } from './seed-demo.ts'
import { serve } from './serve.ts'
import { firstStart, welcome } from './welcome.ts'
import { work } from './work.ts'

/**
 * The story of `npm start`, from an empty folder to a chair that can be booked. Everything that must end with us is put on
 * `running`, which ends it in reverse order.
 *
 * @returns when everything runs: what tells that the database ended by itself
 * @throws SetupProblem with a sentence for whoever started it
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
  const secrets = provideSecrets(settings.dataDir)
  const figures = openJobFigures({ isAlone: false })
  const baseUrl = await serve(
    { urls, port, logFile: `${settings.dataDir}/api.log`, secrets, operations: settings.operations, figures },
    running,
  )
  await work({ urls, logFile: `${settings.dataDir}/worker.log`, mail: settings.mail, figures }, running)
  claim.tell(baseUrl)
  writeDemoFile(settings.dataDir, { baseUrl, businesses })
  console.log(welcome({ settings, baseUrl, businesses, proposal: await proposeBooking(baseUrl, businesses) }))
  return { crashed }
}

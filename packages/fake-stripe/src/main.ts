import { readSettings } from './config.ts'
import { startFakeStripe } from './start.ts'

try {
  const double = await startFakeStripe(readSettings())
  console.log(
    `The practice processor listens on ${double.url}, with the key ${double.secretKey}. It moves no money.`,
  )
  // Whoever started this as a child process waits for it.
  process.send?.({ listening: double.url })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => double.stop().then(() => process.exit(0)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

import { readSettings } from './config.ts'
import { startFakeStripe } from './start.ts'

try {
  const fakeStripe = await startFakeStripe(readSettings())
  const { url, secretKey } = fakeStripe
  console.log(`Fake Stripe is listening on ${url}. API key: ${secretKey}. No money moves.`)
  // A parent process that forked this one waits for the message.
  process.send?.({ listening: url })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => fakeStripe.stop().then(() => process.exit(0)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

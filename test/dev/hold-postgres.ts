import { startEmbeddedPostgres } from '@silla/embedded-postgres'

// starts the embedded server, prints its URL, and waits to be killed
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
console.log(postgres.prepareUrl)
setInterval(() => {}, 60_000)

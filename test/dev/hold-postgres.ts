import { startEmbeddedPostgres } from '@silla/embedded-postgres'

// a program that starts the embedded server, says where it is, and then waits to be killed
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
console.log(postgres.prepareUrl)
setInterval(() => {}, 60_000)

export { type EmbeddedPostgres, removeEmbeddedPostgres, startEmbeddedPostgres } from './start.ts'

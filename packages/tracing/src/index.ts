export { startTracing } from './start-tracing.ts'
export type { TracedJob, Tracing } from './tracing.ts'

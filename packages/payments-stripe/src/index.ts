export {
  type PlatformKeys,
  type ProcessorSettings,
  readProcessorSettings,
  readSecretsKeys,
} from './config.ts'
export { openProcessors } from './open-processors.ts'
export { parseProcessorEvent } from './parse-event.ts'
export { sendTestEvent } from './send-test-event.ts'

export { readLoopbackEndpoints } from './config.ts'
export { type ResolveOptions, resolveEndpoint } from './endpoint-url.ts'
export type { LookupAddresses } from './lookup-addresses.ts'
export {
  type MessageSender,
  type MessageSenderOptions,
  openMessageSender,
} from './message-sender.ts'
export { isLoopbackAddress, isPublicAddress } from './public-address.ts'
export { type SignedMessage, signMessage } from './signature.ts'

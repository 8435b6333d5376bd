export { type SignedMessage, signMessage } from './signature.ts'

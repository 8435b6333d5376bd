import { fail } from '@silla/errors'

export const minPasswordLength = 10
export const maxPasswordLength = 128

/**
 * The length decides how hard a password is to guess. In addition, the most common passwords and
 * the customer's own name and e-mail are rejected (D11).
 *
 * @throws WEAK_PASSWORD
 */
export function assertStrongPassword(
  password: string,
  { email, name }: { email: string; name: string },
): void {
  const plain = password.toLowerCase()
  const own = [email, email.split('@')[0] ?? '', name].map((text) => text.toLowerCase())
  const isShort = [...password].length < minPasswordLength
  const isMonotonous = new Set(plain).size < 4
  if (isShort || isMonotonous || commonPasswords.has(plain) || own.includes(plain))
    fail('WEAK_PASSWORD')
}

const commonPasswords = new Set([
  '0123456789',
  '1234567890',
  '12345678910',
  '0987654321',
  'qwertyuiop',
  '1q2w3e4r5t',
  'q1w2e3r4t5',
  'abcdefghij',
  'password12',
  'password123',
  'password1234',
  'passw0rd123',
  'contraseña',
  'contrasena',
  'contraseña1',
  'contrasena123',
  'iloveyou123',
  'administrador',
  'administrator',
  'barcelona1',
  'realmadrid',
])

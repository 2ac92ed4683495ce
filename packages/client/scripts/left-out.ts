/** Stands in for a part of a library that the client does not ship. Nothing may ever call it. */
export default function leftOut(): never {
  throw new Error('This part of a library is not shipped');
}

export { printable, printableLine } from '../render/printable';

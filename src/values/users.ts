import { refusal, shown } from './errors';

/** @see https://github.com/kubernetes/kubernetes/blob/v1.34.4/staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go */
const HIGHEST_USER = 2 ** 31 - 1;

/** The id of a user or a group. */
export function checkedUser(prop: string, user: number): number {
  if (Number.isInteger(user) && user >= 0 && user <= HIGHEST_USER) return user;
  throw refusal({
    prop, got: shown(user), must: `be a whole number from 0 to ${HIGHEST_USER}`,
    because: 'the API server takes no other for a user', fix: 'use the id that the image is made for, or leave it out',
  });
}

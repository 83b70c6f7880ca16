import {
  Capability, ContainerSecurityContextProps, PodSecurityContextProps, SeccompProfileType,
} from 'cdk8s-plus-28';
import { refusal } from '../values/errors';
import { checkedFields, given } from '../values/objects';
import { checkedUser } from '../values/users';

/** The pod's: one user for the whole pod, since Contour's socket and Envoy Gateway's log depend on it. */
export function podSecurityContext(
  asked: PodSecurityContextProps | undefined, defaultUser: number,
): PodSecurityContextProps {
  const context = { user: defaultUser, group: defaultUser, ...settings('securityContext', asked) };
  return { ensureNonRoot: nonRoot('securityContext', context.ensureNonRoot, context.user), ...context };
}

/** Envoy's: what Pod Security "restricted" asks for, unless something else was. */
export function envoySecurityContext(
  asked: ContainerSecurityContextProps | undefined, podUser: number | undefined,
): ContainerSecurityContextProps {
  const context = settings('envoySecurityContext', asked);
  const { ensureNonRoot, user = podUser, privileged = false, allowPrivilegeEscalation } = context;
  if (privileged && allowPrivilegeEscalation === false) throw withoutEscalation();
  return {
    ensureNonRoot: nonRoot('envoySecurityContext', ensureNonRoot, user),
    privileged,
    allowPrivilegeEscalation: privileged,
    readOnlyRootFilesystem: true,
    capabilities: { drop: [Capability.ALL] },
    seccompProfile: { type: SeccompProfileType.RUNTIME_DEFAULT },
    ...context,
  };
}

function settings<Context extends PodSecurityContextProps | ContainerSecurityContextProps>(
  prop: string, asked: Context | undefined,
): Context {
  const context = given(asked && checkedFields(prop, asked));
  for (const field of ['user', 'group'] as const) {
    const id = context[field];
    if (id !== undefined) checkedUser(`${prop}.${field}`, id);
  }
  return context;
}

/** The kubelet does not start a container that runs as root and says that it does not. */
function nonRoot(prop: string, asked: boolean | undefined, user: number | undefined): boolean {
  if (asked === true && user === 0) {
    throw refusal({
      prop: `${prop}.ensureNonRoot`, got: 'true', must: 'be false with \'user\' (0)',
      because: 'the kubelet would not start the container', fix: 'leave it out, or run as another user',
    });
  }
  return asked ?? user !== 0;
}

function withoutEscalation(): Error {
  return refusal({
    prop: 'envoySecurityContext.allowPrivilegeEscalation', got: 'false', must: 'be true with \'privileged\' (true)',
    because: 'the API server refuses the pod', fix: 'leave it out',
  });
}

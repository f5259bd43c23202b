export const stride = 16;
